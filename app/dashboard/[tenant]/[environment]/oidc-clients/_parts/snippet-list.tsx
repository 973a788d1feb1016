import { ChevronRight } from "lucide-react";
import { Notice } from "@/app/dashboard/_parts/blocks";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import type { Translator } from "@/app/dashboard/_words/words-of";
import { withIds } from "@/lib/core/contract/own-ids";
import { integrationSnippets, type SnippetFacts } from "./snippets/integration-snippets";

interface Props {
  facts: SnippetFacts;
  /** App of the client; null for none. */
  appId: string | null;
  t: Translator<"connections">;
}

/** Quickstarts of the usual libraries, with this client's values. */
export function SnippetList({ facts, appId, t }: Props) {
  return (
    <div className="space-y-2">
      {integrationSnippets(facts).map(({ id, needs, install, files, start }) => (
        <details
          key={id}
          className="group rounded-xl border border-neutral-200 bg-white dark:border-neutral-800 dark:bg-neutral-900"
        >
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 text-sm font-medium">
            <ChevronRight
              aria-hidden
              className="size-4 shrink-0 transition-transform group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90"
            />
            {t(`clients.snippets.names.${id}`)}
          </summary>
          <div className="space-y-4 px-4 pb-4">
            {needs && <Notice tone="amber">{t("clients.snippets.needs", { uri: needs })}</Notice>}
            <ShownOnce label={t("clients.snippets.install")} value={install} />
            {files.map((file) => (
              <ShownOnce key={file.name} label={file.name} value={file.code} />
            ))}
            <ShownOnce label={t("clients.snippets.start")} value={start} />
            <a
              href={withIds(`/docs/quickstarts/${id}`, {
                clientId: facts.clientId,
                ...(appId && { appId }),
              })}
              className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
            >
              {t("clients.snippets.whole")}
            </a>
          </div>
        </details>
      ))}
    </div>
  );
}
