import type { CompletedCommand } from "./command-tree";
import { commandBranches, placeOf, quoted, type ValuedFlag, valuedFlags } from "./shell-words";

/** Returns the script that makes bash complete a program. Completing a word starts no process.
 *  @param name of the program at the prompt: letters alone */
export function bashCompletion(name: string, commands: readonly CompletedCommand[]): string {
  const valued = valuedFlags(commands);
  const words = commands.map((command) => {
    const { next, options } = command;
    const all = [...next.map(({ word }) => word), ...options.flatMap(({ flags }) => flags)];
    return `${quoted(placeOf(command))}) words=${quoted(all.join(" "))} ;;`;
  });
  return `# bash completion for ${name}. Load it with: eval "$(${name} completion bash)"
_${name}() {
  local at= word words= i cur=\${COMP_WORDS[COMP_CWORD]} prev=
  COMPREPLY=()
  # What stands before the cursor says which command it is; the value of an option says nothing.
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [ "$word" = "=" ] && continue
    if _${name}_takes_value "$at $prev"; then prev=; continue; fi
    prev=$word
    case "$at $word" in
      ${commandBranches(commands)}
    esac
  done
  [ "$cur" = "=" ] && cur=
  case "$at $prev" in
    ${valued.map((flag) => `${quoted(flag.place)}) ${offer(flag)}return ;;`).join("\n    ")}
  esac
  case "$at" in
    ${words.join("\n    ")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
_${name}_takes_value() {
  case "$1" in
    ${valued.map(({ place }) => quoted(place)).join(" | ")}) return 0 ;;
    *) return 1 ;;
  esac
}
complete -F _${name} ${name}`;
}

function offer({ value }: ValuedFlag): string {
  if (value === "anything") return "";
  const words = value === "file" ? "-f" : `-W ${quoted(value.join(" "))}`;
  return `COMPREPLY=($(compgen ${words} -- "$cur")); `;
}
