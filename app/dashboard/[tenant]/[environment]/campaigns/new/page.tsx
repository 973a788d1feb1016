import { placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { DraftForm } from "./draft-form";

export const generateMetadata = titled("installations", "campaigns.create");

/** Form that drafts a campaign. */
export default adminPage("installations", async ({ caller, t, texts, place }) => {
  const apps = await inBatch(caller, listApps);
  return (
    <>
      <BackTo href={placePath(place, "campaigns")}>{t("campaigns.title")}</BackTo>
      <PageHead title={t("campaigns.create")} about={t("draft.about")} />
      <Card>
        <DraftForm
          texts={texts.draft}
          place={place}
          apps={apps.map(({ id, name }) => ({ value: id, name }))}
        />
      </Card>
    </>
  );
});
