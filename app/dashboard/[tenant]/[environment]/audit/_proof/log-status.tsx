import Link from "next/link";
import { Notice } from "@/app/dashboard/_parts/blocks";
import { When } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { ShownLog } from "./read-log";

interface Props {
  log: ShownLog | null;
  /** Address of the proof's page; null on that page itself. */
  href: string | null;
}

/** State of the log's proof: our newest checkpoint, and the witness that saw the log last. Nothing before the
 *  first event. */
export async function LogStatus({ log, href }: Props) {
  if (!log) return null;
  const { t, format } = await wordsOf("proof");
  const [witnessed] = log.cosignatures;
  return (
    <>
      {log.refusedAt && <Refused at={log.refusedAt} brief={href !== null} />}
      <p className="mb-6 text-sm text-neutral-600 dark:text-neutral-400">
        {witnessed &&
          t.rich("status.witnessed", {
            size: format.number(witnessed.size),
            witness: witnessed.name,
            when: () => <When at={witnessed.at} />,
          })}{" "}
        {t.rich("status.signed", {
          size: format.number(log.size),
          when: () => <When at={log.checkpointAt} />,
        })}{" "}
        {href && (
          <Link href={href} className="whitespace-nowrap underline underline-offset-4">
            {t("status.open")}
          </Link>
        )}
      </p>
    </>
  );
}

async function Refused({ at, brief }: { at: Date; brief: boolean }) {
  const { t } = await wordsOf("proof");
  return (
    <Notice tone="red">
      {t.rich(brief ? "status.refusedBrief" : "status.refused", {
        strong: (text) => <strong>{text}</strong>,
        when: () => <When at={at} />,
      })}
    </Notice>
  );
}
