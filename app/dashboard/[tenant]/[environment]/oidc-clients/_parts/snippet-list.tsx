import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import { integrationSnippets, type SnippetFacts } from "./snippets";

/** The set-up of the usual libraries, filled in. */
export function SnippetList({ facts }: { facts: SnippetFacts }) {
  return (
    <div className="space-y-2">
      {integrationSnippets(facts).map(({ name, file, code }) => (
        <details
          key={name}
          className="rounded-xl border border-neutral-200 bg-white dark:border-neutral-800 dark:bg-neutral-900"
        >
          <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-medium">
            {name}
          </summary>
          <div className="px-4 pb-4">
            <ShownOnce label={file} value={code} />
          </div>
        </details>
      ))}
    </div>
  );
}
