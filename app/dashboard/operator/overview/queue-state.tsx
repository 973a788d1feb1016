import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { When } from "@/app/dashboard/_parts/when";
import type { readQueues } from "@/lib/platform/operators/read-queues";

const numbers = new Intl.NumberFormat("en");

/** The queues in which somebody's job waits or was given up. */
export function QueueState({ queues }: { queues: Awaited<ReturnType<typeof readQueues>> }) {
  const busy = queues.filter(({ waiting, failed }) => waiting > 0 || failed > 0);
  return (
    <Section
      title="Queues"
      beside={<TextLink href="/dashboard/operator/queues">All queues</TextLink>}
    >
      {busy.length === 0 ? (
        <p className="text-neutral-600 dark:text-neutral-400">
          Nothing waits, and nothing was given up.
        </p>
      ) : (
        <ul className="space-y-2">
          {busy.map(({ name, waiting, failed, oldestWaitingSince }) => (
            <li key={name} className="flex flex-wrap gap-x-3 gap-y-1">
              <span className="font-mono text-sm">{name}</span>
              <span>
                {numbers.format(waiting)} waiting
                {oldestWaitingSince && (
                  <>
                    , the oldest since <When at={oldestWaitingSince} />
                  </>
                )}
                {failed > 0 && (
                  <span className="text-red-700 dark:text-red-400">
                    , {numbers.format(failed)} given up
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
