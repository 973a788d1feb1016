import { Mono, Section } from "@/app/dashboard/_nouns/layout-parts";
import { Badge } from "@/app/dashboard/_parts/parts";
import type { LayerOutcome } from "@/lib/access/evaluate-access";
import { layerInWords, resultInWords } from "./layers";

/** The layers for one organization, in the order in which they decide. */
export function Layers({ title, layers }: { title: string; layers: LayerOutcome[] }) {
  return (
    <Section title={title}>
      <ol className="divide-y divide-neutral-200 dark:divide-neutral-800">
        {layers.map(({ layer, result }) => {
          const { asks, mend } = layerInWords(layer);
          const { says, mark, tone } = resultInWords(result);
          const reached = result !== "not_reached";
          return (
            <li key={layer} className="flex gap-4 py-3 first:pt-0 last:pb-0">
              <span
                aria-hidden
                className={`mt-0.5 w-4 text-center font-semibold ${markColours[tone]}`}
              >
                {mark}
              </span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <span className={reached ? "" : "text-neutral-600 dark:text-neutral-400"}>
                    {asks}
                  </span>
                  <Badge tone={tone}>{says}</Badge>
                </p>
                {(result === "denied" || result === "observed") && (
                  <p className="mt-1 text-sm text-neutral-600 dark:text-neutral-400">
                    {mend} <Mono>{layer}</Mono>
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

const markColours = {
  green: "text-green-700 dark:text-green-400",
  red: "text-red-700 dark:text-red-400",
  amber: "text-amber-800 dark:text-amber-400",
  neutral: "text-neutral-500",
};
