import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Section } from "@/app/dashboard/_parts/blocks";
import { TextLink, When } from "@/app/dashboard/_parts/text";
import { Sentence } from "@/app/dashboard/_sentences/sentence";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { Overview } from "./read-overview";

/** Latest events, as sentences. */
export async function News({ news, place }: { news: Overview["news"]; place: Place }) {
  const { t } = await wordsOf("overview");
  return (
    <Section
      title={t("news.title")}
      beside={<TextLink href={placePath(place, "audit")}>{t("news.auditLog")}</TextLink>}
    >
      {news.events.length === 0 ? (
        <p className="text-neutral-600 dark:text-neutral-400">{t("news.empty")}</p>
      ) : (
        <ol className="-my-2 divide-y divide-neutral-100 dark:divide-neutral-800">
          {news.events.map((event) => (
            <li key={event.id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
              <span className="min-w-0 wrap-anywhere">
                <Sentence event={event} names={news.names} place={place} />
              </span>
              <span className="text-sm text-neutral-600 dark:text-neutral-400">
                <When at={event.occurredAt} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
