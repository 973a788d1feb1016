import { placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { TextLink, When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { Sentence } from "@/app/dashboard/_sentences/sentence";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Overview } from "@/app/dashboard/[tenant]/[environment]/_overview/read-overview";
import type { Place } from "@/app/dashboard/administrator";
import { readOverview } from "./_overview/read-overview";
import { isSetUp, SetUp } from "./_overview/set-up";
import { overviewParts } from "./features";

export const generateMetadata = titled("overview", "page.title");

/** State of an environment, its latest events, and the remaining setup. */
export default viewerPage("overview", async ({ caller, tenant, environment, t, search, place }) => {
  const { progress, news } = await readOverview(caller);
  const base = `/dashboard/${place.tenant}/${place.environment}`;
  const setUp = <SetUp progress={progress} base={base} />;
  return (
    <>
      <PageHead title={environment.name} about={t("page.about", { tenant: tenant.tenantName })} />
      <div className="space-y-8">
        {!isSetUp(progress) && setUp}
        {Object.entries(overviewParts).map(([name, Part]) => (
          <Part key={name} caller={caller} place={place} by={textOf(search, "by")} />
        ))}
        <News news={news} place={place} />
        {isSetUp(progress) && (
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium underline underline-offset-4">
              {t("page.setUp")}
            </summary>
            <div className="mt-3">{setUp}</div>
          </details>
        )}
      </div>
    </>
  );
});

/** Latest events, as sentences. */
async function News({ news, place }: { news: Overview["news"]; place: Place }) {
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
