import { textOf } from "@/app/dashboard/_nouns/place-path";
import { Notice, PageHead } from "@/app/dashboard/_parts/blocks";
import { When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { now } from "@/lib/kernel/clock";
import { Figures } from "./_overview/figures";
import { News } from "./_overview/news";
import { readOverview } from "./_overview/read-overview";
import { isSetUp, SetUp } from "./_overview/set-up";
import { SignInChart } from "./_overview/sign-in-chart";

export const generateMetadata = titled("overview", "page.title");

/** State of an environment, its latest events, and the remaining setup. */
export default viewerPage("overview", async ({ caller, tenant, environment, t, search, place }) => {
  const unit = textOf(search, "by") === "day" ? "day" : "hour";
  const overview = await readOverview(caller, unit, now());
  const base = `/dashboard/${place.tenant}/${place.environment}`;
  const { progress, news, behindSince } = overview;
  const setUp = <SetUp progress={progress} base={base} />;
  return (
    <>
      <PageHead title={environment.name} about={t("page.about", { tenant: tenant.tenantName })} />
      {behindSince && (
        <Notice tone="amber">
          {t.rich("page.behind", { when: () => <When at={behindSince} /> })}
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
              {t("page.setUp")}
            </summary>
            <div className="mt-3">{setUp}</div>
          </details>
        )}
      </div>
    </>
  );
});
