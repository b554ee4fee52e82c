" :compiler clperf, then :make: findings of clperf-cc in the quickfix list.
"
" Without a Makefile, the file that is being edited is checked; with one, it is made with clperf-cc
" in front of its compiler. g:clperf_cc is the program, g:clperf_flags are more arguments.
if exists('current_compiler')
  finish
endif
let current_compiler = 'clperf'

" Shells split words at blanks.
let s:program = get(g:, 'clperf_cc', 'clperf-cc')
if s:program =~# '[^[:alnum:]_./+-]'
  let s:program = shellescape(s:program)
endif
let s:flags = get(g:, 'clperf_flags', '')
if filereadable('Makefile') || filereadable('makefile') || filereadable('GNUmakefile')
  let s:make = 'make $* CC=' . shellescape(trim(s:program . ' ' . s:flags))
else
  let s:make = trim(s:program . ' ' . s:flags) . ' -fsyntax-only $* %:S'
endif
execute 'CompilerSet makeprg=' . escape(s:make, ' \|"')

" Findings, with what the compiler itself says; notes and remarks are information. Of the lines that
" show the source nothing is kept.
CompilerSet errorformat=
      \%f:%l:%c:\ fatal\ %trror:\ %m,
      \%f:%l:%c:\ %trror:\ %m,
      \%f:%l:%c:\ %tarning:\ %m,
      \%f:%l:%c:\ %tote:\ %m,
      \%f:%l:%c:\ %temark:\ %m,
      \%Dmake[%*\\d]:\ Entering\ directory\ %*[`']%f',
      \%Xmake[%*\\d]:\ Leaving\ directory\ %*[`']%f',
      \%-G%.%#
