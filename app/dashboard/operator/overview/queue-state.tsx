import { Section } from "@/app/dashboard/_parts/blocks";
import { TextLink, When } from "@/app/dashboard/_parts/text";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { readQueues } from "@/lib/core/operators/read-queues";

type Queues = Awaited<ReturnType<typeof readQueues>>;

/** Queues with a waiting or an abandoned job. */
export async function QueueState({ queues }: { queues: Queues }) {
  const { t } = await wordsOf("operator");
  const busy = queues.filter(({ waiting, failed }) => waiting > 0 || failed > 0);
  return (
    <Section
      title={t("overview.queues")}
      beside={<TextLink href="/dashboard/operator/queues">{t("overview.allQueues")}</TextLink>}
    >
      {busy.length === 0 ? (
        <p className="text-neutral-600 dark:text-neutral-400">{t("overview.quiet")}</p>
      ) : (
        <ul className="space-y-2">
          {busy.map((queue) => (
            <Busy key={queue.name} queue={queue} t={t} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Busy({ queue, t }: { queue: Queues[number]; t: Translator<"operator"> }) {
  const { name, waiting: count, failed, oldestWaitingSince: since } = queue;
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1">
      <span className="font-mono text-sm">{name}</span>
      <span>
        {since
          ? t.rich("overview.waitingSince", { count, when: () => <When at={since} /> })
          : t("overview.waiting", { count })}
      </span>
      {failed > 0 && (
        <span className="text-red-700 dark:text-red-400">
          {t("overview.failedCount", { count: failed })}
        </span>
      )}
    </li>
  );
}
