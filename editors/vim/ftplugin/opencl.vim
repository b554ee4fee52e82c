" OpenCL C is edited as C is.
runtime! ftplugin/c.vim
