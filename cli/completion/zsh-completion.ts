import type { CompletedCommand } from "./command-tree";
import { commandBranches, placeOf, quoted, type ValuedFlag, valuedFlags } from "./shell-words";

/** Returns the script that makes zsh complete a program, with a description of each word. It may be loaded,
 *  or be a file of `fpath`.
 *  @param name of the program at the prompt: letters alone */
export function zshCompletion(name: string, commands: readonly CompletedCommand[]): string {
  const valued = valuedFlags(commands);
  const words = commands.map((command) => {
    const { next, options } = command;
    const found = next.map(({ word, says }) => described(word, says));
    const flags = options.flatMap((one) => one.flags.map((flag) => described(flag, one.says)));
    return `${quoted(placeOf(command))}) found=(${found.join(" ")}) flags=(${flags.join(" ")}) ;;`;
  });
  return `#compdef ${name}
# zsh completion for ${name}. Load it with: eval "$(${name} completion zsh)"
_${name}() {
  local at= word prev= i
  local -a found flags
  # What stands before the cursor says which command it is; the value of an option says nothing.
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if _${name}_takes_value "$at $prev"; then prev=; continue; fi
    prev=$word
    case "$at $word" in
      ${commandBranches(commands)}
    esac
  done
  case "$at $prev" in
    ${valued.map((flag) => `${quoted(flag.place)}) ${offer(flag)}return ;;`).join("\n    ")}
  esac
  case "$at" in
    ${words.join("\n    ")}
  esac
  if [[ \${words[CURRENT]} = -* || \${#found} = 0 ]]; then
    _describe -o option flags
  else
    _describe command found
  fi
}
_${name}_takes_value() {
  case "$1" in
    ${valued.map(({ place }) => quoted(place)).join(" | ")}) return 0 ;;
    *) return 1 ;;
  esac
}
if [[ \${funcstack[1]} = _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi`;
}

function offer({ value }: ValuedFlag): string {
  if (value === "anything") return "";
  return value === "file" ? "_files; " : `compadd -- ${value.map(quoted).join(" ")}; `;
}

/** A word with its description, as `_describe` takes it: a colon of the word's own is escaped. */
function described(word: string, says: string): string {
  return quoted(`${word.replaceAll(":", "\\:")}:${says}`);
}
