import type { Metadata } from "next";
import { type PageProps, textOf } from "@/app/dashboard/_nouns/place-path";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { News } from "./_overview/news";
import { readOverview } from "./_overview/read-overview";
import { isSetUp, SetUp } from "./_overview/set-up";
import { overviewParts } from "./features";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("overview");
  return { title: t("page.title") };
}

/** State of an environment, its latest events, and the remaining setup. */
export default async function OverviewPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { t } = await wordsOf("overview");
  const { caller, tenant, environment } = await administratorIn(place);
  const by = textOf(await searchParams, "by");
  const { progress, news } = await readOverview(caller);
  const base = `/dashboard/${place.tenant}/${place.environment}`;
  const setUp = <SetUp progress={progress} base={base} />;
  return (
    <>
      <PageHead title={environment.name} about={t("page.about", { tenant: tenant.tenantName })} />
      <div className="space-y-8">
        {!isSetUp(progress) && setUp}
        {Object.entries(overviewParts).map(([name, Part]) => (
          <Part key={name} caller={caller} place={place} by={by} />
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
}
