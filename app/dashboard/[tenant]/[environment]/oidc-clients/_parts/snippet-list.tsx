import { ChevronRight } from "lucide-react";
import { Notice } from "@/app/dashboard/_parts/notice";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { integrationSnippets } from "./snippets/integration-snippets";
import type { SnippetFacts } from "./snippets/snippet";

/** The set-up of the usual libraries, filled in. */
export function SnippetList({ facts }: { facts: SnippetFacts }) {
  return (
    <div className="space-y-2">
      {integrationSnippets(facts).map(({ name, needs, files }) => (
        <details
          key={name}
          className="group rounded-xl border border-neutral-200 bg-white dark:border-neutral-800 dark:bg-neutral-900"
        >
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 text-sm font-medium">
            <ChevronRight
              aria-hidden
              className="size-4 transition-transform group-open:rotate-90"
            />
            {name}
          </summary>
          <div className="space-y-4 px-4 pb-4">
            {needs && <Notice tone="amber">{needs}</Notice>}
            {files.map((file) => (
              <ShownOnce key={file.name} label={file.name} value={file.code} />
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}
