" Colours for OpenCL C: those of C, and the words that OpenCL adds.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/c.vim
syntax keyword openclQualifier kernel __kernel global __global local __local constant __constant
syntax keyword openclQualifier private __private read_only write_only read_write
syntax match openclType /\<u\=\%(char\|short\|int\|long\)\%(2\|3\|4\|8\|16\)\>/
syntax match openclType /\<\%(float\|double\|half\)\%(2\|3\|4\|8\|16\)\>/
syntax keyword openclType half uchar ushort uint ulong size_t event_t sampler_t
syntax keyword openclFunction get_work_dim get_global_size get_global_id get_local_size
syntax keyword openclFunction get_local_id get_num_groups get_group_id get_global_offset barrier
highlight default link openclQualifier StorageClass
highlight default link openclType Type
highlight default link openclFunction Function
let b:current_syntax = 'opencl'
