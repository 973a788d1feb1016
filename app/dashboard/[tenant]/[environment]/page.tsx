import type { Metadata } from "next";
import { type PageProps, textOf } from "@/app/dashboard/_nouns/place-path";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import { now } from "@/lib/clock";
import { Figures } from "./_overview/figures";
import { News } from "./_overview/news";
import { readOverview } from "./_overview/read-overview";
import { isSetUp, SetUp } from "./_overview/set-up";
import { SignInChart } from "./_overview/sign-in-chart";

export const metadata: Metadata = { title: "Overview" };

/** How an environment fares, what happened last, and what there is to set up. */
export default async function OverviewPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant, environment } = await administratorIn(place);
  const unit = textOf(await searchParams, "by") === "day" ? "day" : "hour";
  const overview = await readOverview(caller, unit, now());
  const base = `/dashboard/${place.tenant}/${place.environment}`;
  const { progress, news, behindSince } = overview;
  const setUp = <SetUp progress={progress} base={base} />;
  return (
    <>
      <PageHead
        title={environment.name}
        about={`How ${tenant.tenantName} fares in this environment.`}
      />
      {behindSince && (
        <Notice tone="amber">
          Events are counted until <When at={behindSince} />, and the last minutes. No worker has
          counted since.
        </Notice>
      )}
      <div className="space-y-8">
        {!isSetUp(progress) && setUp}
        <Figures overview={overview} place={place} />
        <SignInChart overview={overview} place={place} />
        <News news={news} place={place} />
        {isSetUp(progress) && (
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium underline underline-offset-4">
              What this environment has
            </summary>
            <div className="mt-3">{setUp}</div>
          </details>
        )}
      </div>
    </>
  );
}
