;;; weft.el --- modes for the schedules and goals of weft -*- lexical-binding: t -*-

;; Version: 1.0.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages

;;; Commentary:

;; Colours for schedules (.sched) and goals (.goal), and the findings of `weft check' in
;; schedules while they are edited (M-x flymake-mode).  M-x compile with "weft check FILE
;; --lines" needs nothing: `next-error' knows the form of the lines.

;;; Code:

(defvar-local weft-check-arguments nil
  "Arguments of `weft check' for this buffer, such as (\"-n\" \"hypercube:4\").")
(put 'weft-check-arguments 'safe-local-variable #'null) ; other values are asked about

(defvar weft-schedule-keywords
  '(("^[ \t]*\\([0-9]+\\)[ \t]+\\([0-9]+\\)[ \t]+\\([0-9]+\\)[ \t]+\\([0-9][-0-9,:+]*\\)\\(?:[ \t]+\\(via\\)[ \t]+[0-9]+\\(?:,[0-9]+\\)*\\)?[ \t]*\\(?:#.*\\)?$"
     (1 font-lock-constant-face) (2 font-lock-variable-name-face)
     (3 font-lock-variable-name-face) (4 font-lock-constant-face)
     (5 font-lock-keyword-face nil t))
    ("^[ \t]*[^ \t\n#].*$" . font-lock-warning-face))
  "Rules of `font-lock-mode' for schedules; other lines are warnings.")

(defvar weft-goal-keywords
  '(("^[ \t]*\\(combine\\|have\\|let\\|ordered\\|processors\\|want\\|num_ranks\\|rank\\)\\>"
     (1 font-lock-keyword-face))
    ("^[ \t]*\\(\\w+\\)[ \t]*:[ \t]*\\(calc\\|recv\\|send\\)\\>"
     (1 font-lock-function-name-face) (2 font-lock-builtin-face))
    ("^[ \t]*\\(\\w+\\)[ \t]+\\(irequires\\|requires\\)\\>"
     (1 font-lock-function-name-face) (2 font-lock-builtin-face))
    ("^[ \t]*[A-Za-z_]\\w*" . font-lock-warning-face)
    ("\\<\\(any\\|move\\|sum\\)\\>" . font-lock-constant-face)
    ("\\<\\(all\\|by\\|of\\|cpu\\|from\\|nic\\|tag\\|to\\)\\>" . font-lock-builtin-face)
    ("\\<\\(p\\|r\\)\\>" . font-lock-variable-name-face)
    ("\\<[0-9]+b?\\>" . font-lock-constant-face))
  "Rules of `font-lock-mode' for goals, and for programs in the format GOAL.")

(defvar-local weft--check nil "The process that checks this buffer.")

(defun weft--findings (source)
  "Return the findings in the current buffer as diagnostics of the buffer SOURCE."
  (let (found)
    (goto-char (point-min))
    (while (re-search-forward "^.*?:\\([0-9]+\\): \\(error\\|warning\\|note\\): \\(.*\\)$" nil t)
      (let* ((line (string-to-number (match-string 1)))
             (kind (intern (concat ":" (match-string 2))))
             (text (match-string 3))
             (place (flymake-diag-region source line)))
        (push (flymake-make-diagnostic source (car place) (cdr place) kind text) found)))
    (nreverse found)))

(defun weft-flymake (report &rest _)
  "Check the schedule in this buffer and call REPORT: a backend of `flymake-mode'."
  (when (process-live-p weft--check)
    (delete-process weft--check))
  (let ((source (current-buffer))
        (file (make-temp-file "weft" nil ".sched"))
        (output (generate-new-buffer " *weft check*")))
    (save-restriction
      (widen)
      (write-region nil nil file nil 'silent))
    (setq weft--check
          (make-process
           :name "weft check" :buffer output :noquery t :connection-type 'pipe
           :command `("weft" "check" "--lines" ,@weft-check-arguments "--" ,file)
           :sentinel
           (lambda (process _)
             (unless (process-live-p process)
               (when (and (buffer-live-p source)
                          (eq process (buffer-local-value 'weft--check source)))
                 (funcall report (with-current-buffer output (weft--findings source))))
               (kill-buffer output)
               (delete-file file)))))))

(defun weft--mode (keywords)
  "Set up a mode with comments after # and the font-lock rules KEYWORDS."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+[ \t]*")
  (modify-syntax-entry ?# "<")
  (modify-syntax-entry ?\n ">")
  (modify-syntax-entry ?_ "w")
  (setq-local font-lock-defaults (list keywords)))

;;;###autoload
(define-derived-mode weft-schedule-mode prog-mode "Schedule"
  "Mode for schedules of weft: step, source, destination, blocks."
  (weft--mode weft-schedule-keywords)
  (add-hook 'flymake-diagnostic-functions #'weft-flymake nil t))

;;;###autoload
(define-derived-mode weft-goal-mode prog-mode "Goal"
  "Mode for goals of weft, and for programs in the format GOAL."
  (weft--mode weft-goal-keywords)
  (modify-syntax-entry ?/ ". 124")
  (modify-syntax-entry ?* ". 23b")
  (modify-syntax-entry ?\n ">"))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.sched\\'" . weft-schedule-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.goal\\'" . weft-goal-mode))

(provide 'weft)
;;; weft.el ends here
