;; What a user of Emacs has who has read editors/emacs/README.md.  -*- lexical-binding: t; -*-
(setq package-user-dir (expand-file-name "packages"))
(package-initialize)
(add-to-list 'load-path (expand-file-name "../../../editors/emacs" (file-name-directory load-file-name)))
(require 'clperf)
(setq clperf-program (expand-file-name "clperf" (getenv "CLPERF_PROGRAMS"))
      clperf-cc-program (expand-file-name "clperf-cc" (getenv "CLPERF_PROGRAMS")))
(setq-default eglot-workspace-configuration '(:clperf (:gpu ["gtx-980"])))
