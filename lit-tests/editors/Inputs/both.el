;; Flymake with Eglot and clperf-cc at once, as editors/emacs/README.md has it.  -*- lexical-binding: t; -*-
(require 'eglot)
(add-to-list 'eglot-stay-out-of 'flymake)
(add-hook 'eglot-managed-mode-hook
          (lambda () (add-hook 'flymake-diagnostic-functions #'eglot-flymake-backend nil t)))
(add-hook 'clperf-opencl-mode-hook #'clperf-flymake-setup)

(find-file "transpose_tiled.cl")
(apply #'eglot (eglot--guess-contact))
(flymake-start)
(let ((end (+ (float-time) 20)))
  (while (and (< (float-time) end) (< (length (flymake-diagnostics)) 2))
    (accept-process-output nil 0.1)))
(dolist (d (flymake-diagnostics))
  (princ (format "%s: %s\n" (flymake-diagnostic-backend d) (flymake-diagnostic-text d))))
