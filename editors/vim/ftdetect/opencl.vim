" Tells OpenCL C from Common Lisp, both of which are in files *.cl.
function! s:detect() abort
  let l:line = getline(nextnonblank(1))
  if l:line !~# '^\s*\%([(;]\|#[|+-]\)'
    set filetype=opencl
  endif
endfunction

autocmd BufRead,BufNewFile *.cl call s:detect()
