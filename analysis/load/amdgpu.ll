; OpenCL's work-item functions and barriers on AMD's GPUs, for amdgpu.c. The packet that starts
; a launch has the size of work-groups from byte 4 on, and that of the launch from byte 12 on
; (Heterogeneous System Architecture, Runtime Programmer's Reference Manual 1.2, section 2.6). The
; offset is a hidden parameter, as libclc reads it.

define i64 @_Z14get_local_sizej(i32 %d) alwaysinline {
  %packet = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %first = getelementptr i8, ptr addrspace(4) %packet, i64 4
  %at = getelementptr i16, ptr addrspace(4) %first, i32 %d
  %n = load i16, ptr addrspace(4) %at, !invariant.load !0
  %size = zext i16 %n to i64
  ret i64 %size
}

define i64 @_Z23get_enqueued_local_sizej(i32 %d) alwaysinline {
  %size = call i64 @_Z14get_local_sizej(i32 %d)
  ret i64 %size
}

define i64 @_Z15get_global_sizej(i32 %d) alwaysinline {
  %packet = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %first = getelementptr i8, ptr addrspace(4) %packet, i64 12
  %at = getelementptr i32, ptr addrspace(4) %first, i32 %d
  %n = load i32, ptr addrspace(4) %at, !invariant.load !0
  %size = zext i32 %n to i64
  ret i64 %size
}

define i64 @_Z17get_global_offsetj(i32 %d) alwaysinline {
  %hidden = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %first = getelementptr i8, ptr addrspace(4) %hidden, i64 4
  %at = getelementptr i32, ptr addrspace(4) %first, i32 %d
  %n = load i32, ptr addrspace(4) %at, !invariant.load !0
  %offset = zext i32 %n to i64
  ret i64 %offset
}

define i64 @_Z12get_group_idj(i32 %d) alwaysinline {
  %x = call i32 @llvm.amdgcn.workgroup.id.x()
  %y = call i32 @llvm.amdgcn.workgroup.id.y()
  %z = call i32 @llvm.amdgcn.workgroup.id.z()
  %is_x = icmp eq i32 %d, 0
  %is_y = icmp eq i32 %d, 1
  %y_or_z = select i1 %is_y, i32 %y, i32 %z
  %n = select i1 %is_x, i32 %x, i32 %y_or_z
  %id = zext i32 %n to i64
  ret i64 %id
}

define i64 @_Z12get_local_idj(i32 %d) alwaysinline {
  %x = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %y = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y()
  %z = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.z()
  %is_x = icmp eq i32 %d, 0
  %is_y = icmp eq i32 %d, 1
  %y_or_z = select i1 %is_y, i32 %y, i32 %z
  %n = select i1 %is_x, i32 %x, i32 %y_or_z
  %id = zext i32 %n to i64
  ret i64 %id
}

define i64 @_Z13get_global_idj(i32 %d) alwaysinline {
  %group = call i64 @_Z12get_group_idj(i32 %d)
  %size = call i64 @_Z14get_local_sizej(i32 %d)
  %before = mul i64 %group, %size
  %local = call i64 @_Z12get_local_idj(i32 %d)
  %inside = add i64 %before, %local
  %offset = call i64 @_Z17get_global_offsetj(i32 %d)
  %id = add i64 %inside, %offset
  ret i64 %id
}

define i64 @_Z14get_num_groupsj(i32 %d) alwaysinline {
  %all_64 = call i64 @_Z15get_global_sizej(i32 %d)
  %size_64 = call i64 @_Z14get_local_sizej(i32 %d)
  %all = trunc i64 %all_64 to i32
  %size = trunc i64 %size_64 to i32
  %whole = udiv i32 %all, %size
  %covered = mul i32 %whole, %size
  %ragged = icmp ugt i32 %all, %covered
  %one = zext i1 %ragged to i32
  %n = add i32 %whole, %one
  %groups = zext i32 %n to i64
  ret i64 %groups
}

define void @_Z7barrierj(i32 %scope) convergent alwaysinline {
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}

define void @_Z18work_group_barrierj(i32 %scope) convergent alwaysinline {
  call void @_Z7barrierj(i32 %scope)
  ret void
}

declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare i32 @llvm.amdgcn.workgroup.id.z()
declare void @llvm.amdgcn.s.barrier()

!0 = !{}
