;;; clperf.el --- Predicted GPU times of OpenCL and CUDA kernels  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: c, languages, tools
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; Commentary:

;; This file connects Emacs with clperf: `clperf lsp' as a server of Eglot, `clperf-cc' as a backend
;; of Flymake for those who have another server, and its messages in compilation buffers.

;;; Code:

(require 'cc-mode)
(require 'compile)
(require 'flymake)

(defvar eglot-server-programs)
(declare-function eglot-current-server "eglot")
(declare-function eglot-path-to-uri "eglot")
(declare-function eglot--path-to-uri "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function jsonrpc-async-request "jsonrpc")

(defgroup clperf nil
  "Predicted GPU times of OpenCL and CUDA kernels."
  :group 'tools)

(defcustom clperf-program "clperf"
  "The program that is the language server with the argument \"lsp\"."
  :type 'string)

(defcustom clperf-cc-program "clperf-cc"
  "The compiler driver that `clperf-flymake' starts."
  :type 'string)

(defcustom clperf-cc-arguments nil
  "More arguments for `clperf-cc-program', before the file."
  :type '(repeat string))

;;; OpenCL C

(defvar clperf-opencl-keywords
  `((,(regexp-opt '("kernel" "__kernel" "global" "__global" "local" "__local" "constant" "__constant"
                    "private" "__private" "read_only" "write_only" "read_write")
                  'symbols)
     . font-lock-keyword-face)
    ("\\_<\\(?:\\(?:u?\\(?:char\\|short\\|int\\|long\\)\\|float\\|double\\|half\\)\\(?:2\\|3\\|4\\|8\\|16\\)\\|u\\(?:char\\|short\\|int\\|long\\)\\|half\\|size_t\\)\\_>"
     . font-lock-type-face)))

;;;###autoload
(define-derived-mode clperf-opencl-mode c-mode "OpenCL"
  "C with the words of OpenCL.
The C compiler is not asked about such files."
  (remove-hook 'flymake-diagnostic-functions #'flymake-cc t)
  (font-lock-add-keywords nil clperf-opencl-keywords))

(put 'clperf-opencl-mode 'eglot-language-id "opencl")

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.cl\\'" . clperf-opencl-mode))

;;; Eglot

(defun clperf-contact (&optional _interactive)
  "How Eglot starts the server."
  (list clperf-program "lsp"))

;;;###autoload
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((clperf-opencl-mode opencl-c-mode cuda-mode) . clperf-contact)))

(defun clperf--server ()
  "The server of the current buffer."
  (or (and (fboundp 'eglot-current-server) (eglot-current-server))
      (user-error "No clperf server runs for this buffer; M-x eglot starts it")))

(defun clperf--parameters (&rest more)
  "The current file and MORE, as requests have them."
  (let ((to-uri (if (fboundp 'eglot-path-to-uri) 'eglot-path-to-uri 'eglot--path-to-uri)))
    (append (list :textDocument (list :uri (funcall to-uri buffer-file-name))) more)))

;; What comes with the answer of a request that is waited for is seen only with the next message
;; (jsonrpc 1.0.15), so nothing is waited for that new diagnostics follow.
;;;###autoload
(defun clperf-set-gpu (name)
  "Predict the current file for the GPU NAME."
  (interactive
   (list (completing-read "Predict for which GPU? "
                          (mapcar (lambda (gpu) (plist-get gpu :name))
                                  (jsonrpc-request (clperf--server) :clperf/gpus nil))
                          nil t)))
  (jsonrpc-async-request (clperf--server) :clperf/setGpu (clperf--parameters :gpu name)
                         :success-fn #'ignore
                         :error-fn (lambda (problem)
                                     (message "clperf: %s" (plist-get problem :message)))))

;;;###autoload
(defun clperf-report ()
  "Show the HTML report of the current file in a browser."
  (interactive)
  (let ((page (make-temp-file "clperf-" nil ".html"
                              (plist-get (jsonrpc-request (clperf--server) :clperf/report
                                                         (clperf--parameters))
                                        :html))))
    (browse-url-of-file page)))

;;; Flymake

(defconst clperf--finding
  "^\\(.+?\\):\\([0-9]+\\):\\([0-9]+\\): \\(warning\\|error\\): \\(.* \\[-W\\(?:error=\\)?clperf.*\\]\\)$"
  "A finding of clperf-cc: file, line, column, severity and text.")

(defvar-local clperf--process nil
  "The check of this buffer that runs.")

(defun clperf--diagnostics (output source)
  "The findings about the buffer SOURCE among what is in the buffer OUTPUT."
  (with-current-buffer output
    (goto-char (point-min))
    (let (found)
      (while (re-search-forward clperf--finding nil t)
        (let ((file (match-string 1))
              (type (if (equal (match-string 4) "error") :error :warning))
              (text (match-string 5))
              (place (flymake-diag-region source (string-to-number (match-string 2))
                                          (string-to-number (match-string 3)))))
          (when (and place (file-equal-p file (buffer-file-name source)))
            (push (flymake-make-diagnostic source (car place) (cdr place) type text) found))))
      (nreverse found))))

(defun clperf--finished (process source report)
  "If PROCESS is SOURCE's last one, hand its findings to REPORT."
  (unless (process-live-p process)
    (unwind-protect
        (when (and (buffer-live-p source)
                   (eq process (buffer-local-value 'clperf--process source)))
          (funcall report (with-current-buffer source
                            (save-match-data (clperf--diagnostics (process-buffer process) source)))))
      (kill-buffer (process-buffer process)))))

(defun clperf-flymake (report &rest _)
  "Hand REPORT what clperf-cc finds in the file as it was saved."
  (unless (executable-find clperf-cc-program)
    (error "Cannot find %s" clperf-cc-program))
  (when (process-live-p clperf--process)
    (kill-process clperf--process))
  (if (or (not buffer-file-name) (buffer-modified-p))
      (funcall report nil :region (cons (point-min) (point-min)))
    (let ((source (current-buffer)))
      (setq clperf--process
            (make-process
             :name "clperf-flymake" :noquery t :connection-type 'pipe
             :buffer (generate-new-buffer " *clperf-flymake*")
             :command `(,clperf-cc-program "-fsyntax-only" ,@clperf-cc-arguments ,buffer-file-name)
             :sentinel (lambda (process _event) (clperf--finished process source report)))))))

;;;###autoload
(defun clperf-flymake-setup ()
  "Let Flymake ask clperf-cc, too; for hooks of modes."
  (add-hook 'flymake-diagnostic-functions #'clperf-flymake nil t)
  (flymake-mode 1))

;;; Compilation

;; Findings and notes are found without this; remarks would be taken for errors.
;;;###autoload
(with-eval-after-load 'compile
  (add-to-list 'compilation-error-regexp-alist-alist
               '(clperf "^\\(.+?\\):\\([0-9]+\\):\\([0-9]+\\): \\(?:\\(warning: .* \\[-Wclperf.*\\]\\)\\|\\(remark: .* \\[-Rclperf\\]\\)\\|error: .* \\[-Werror=clperf.*\\]\\)$"
                        1 2 3 (4 . 5)))
  (add-to-list 'compilation-error-regexp-alist 'clperf))

(provide 'clperf)

;;; clperf.el ends here
