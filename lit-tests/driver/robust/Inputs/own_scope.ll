target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p) !dbg !8 {
  store i32 1, ptr addrspace(1) %p, !dbg !10
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!8 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !9)
!9 = !{}
!10 = !DILocation(line: 1, scope: !8, inlinedAt: !10)
