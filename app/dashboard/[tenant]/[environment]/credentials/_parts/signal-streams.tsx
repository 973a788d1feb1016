import Link from "next/link";
import { Badge } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { listShownStreams } from "@/lib/features/shared-signals/shown-stream-store";
import { deliveredEvents } from "@/lib/features/shared-signals/stream";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

const tones = { enabled: "green", paused: "amber", disabled: "red" } as const;

/** Signal streams of an environment, read-only: only their receivers change them. Nothing where there is
 *  none. */
export async function SignalStreams({ caller, base }: { caller: Caller; base: string }) {
  const streams = await inBatch(caller, listShownStreams);
  if (streams.length === 0) return null;
  const { t, format } = await wordsOf("connections");
  const head = [
    t("credentials.streams.receiver"),
    t("credentials.streams.events"),
    t("credentials.streams.polled"),
    t("credentials.streams.waiting"),
    t("shared.status"),
  ];
  return (
    <section className="mt-12">
      <h2 className="text-lg font-semibold">{t("credentials.streams.title")}</h2>
      <p className="mt-1 mb-4 max-w-2xl text-neutral-600 dark:text-neutral-400">
        {t("credentials.streams.about")}
      </p>
      <Table caption={t("credentials.streams.title")} head={head}>
        {streams.map((stream) => (
          <tr key={stream.id}>
            <td className="min-w-56 wrap-anywhere">
              <Link
                href={`${base}/${stream.audience}`}
                className="font-semibold underline-offset-4 hover:underline"
              >
                <bdi>{stream.receiver}</bdi>
              </Link>
              {stream.description !== null && (
                <p className="mt-0.5 text-neutral-600 dark:text-neutral-400">
                  <bdi>{stream.description}</bdi>
                </p>
              )}
            </td>
            <td className="min-w-40 wrap-anywhere">
              <bdi dir="ltr" className="font-mono text-xs">
                {deliveredEvents(stream)
                  .map((uri) => uri.split("/").at(-1))
                  .join(", ")}
              </bdi>
            </td>
            <td className="whitespace-nowrap">
              <When at={stream.polledAt} />
            </td>
            <td>{format.number(stream.waiting)}</td>
            <td>
              <Badge tone={tones[stream.status]}>
                {t(`credentials.streams.status.${stream.status}`)}
              </Badge>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
