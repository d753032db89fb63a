/** Shells that completion is made for. */
export const COMPLETION_SHELLS = ['bash', 'zsh', 'fish'] as const;
export type CompletionShell = (typeof COMPLETION_SHELLS)[number];

/** First words of every script, by which loom knows its own. */
export const SCRIPT_MARK = 'Completion of loom';

// Works with the bash 3.2 of macOS: no compopt, no mapfile. Where candidates are listed (63 is ?), it says what they are.
const BASH = `# ${SCRIPT_MARK} for bash; made by: loom autocomplete bash
_loom_complete() {
  local head="" word about quoted cur="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word about; do
    if [ -z "$head" ]; then
      head=$word
      continue
    fi
    printf -v quoted '%q' "$word"
    [ "\${COMP_TYPE-}" = 63 ] && [ -n "$about" ] && quoted="$quoted  (\${about:0:60})"
    COMPREPLY+=("$quoted")
  done < <(loom complete bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "$head" = ":files" ]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
  fi
  [ "\${COMP_TYPE-}" = 63 ] && [ "\${#COMPREPLY[@]}" = 1 ] && COMPREPLY[0]="\${COMPREPLY[0]%%  (*}"
  return 0
}
complete -F _loom_complete loom
`;

const ZSH = `#compdef loom
# ${SCRIPT_MARK} for zsh; made by: loom autocomplete zsh
_loom() {
  local -a lines values shown
  local line head
  lines=("\${(@f)$(loom complete zsh "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  head=$lines[1]
  shift lines
  if [[ $head == ':files' ]]; then
    _files
    return
  fi
  for line in $lines; do
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line%%$'\\t'*}  -- \${line#*$'\\t'}")
  done
  (( $#values )) || return 1
  compadd -V loom -l -M 'm:{a-zA-Z}={A-Za-z}' -d shown -a values
}
if [[ $funcstack[1] == _loom ]]; then
  _loom "$@"
else
  compdef _loom loom
fi
`;

const FISH = `# ${SCRIPT_MARK} for fish; made by: loom autocomplete fish
function __loom_complete
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l word (commandline -ct)
    set -l lines (loom complete fish $typed "$word" 2>/dev/null)
    set -l head "$lines[1]"
    set -e lines[1]
    if test "$head" = ':files'
        __fish_complete_path "$word"
    else if test (count $lines) -gt 0
        printf '%s\\n' $lines
    end
end
complete -c loom -e
complete -c loom -k -f -a '(__loom_complete)'
`;

const SCRIPTS: Readonly<Record<CompletionShell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

/** The script that makes a shell complete command lines of loom. */
export function completionScript(shell: CompletionShell): string {
  return SCRIPTS[shell];
}
