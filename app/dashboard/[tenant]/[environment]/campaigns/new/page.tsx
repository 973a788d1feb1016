import type { Metadata } from "next";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Card, PageHead } from "@/app/dashboard/_parts/page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/core/apps/app-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { DraftForm } from "./draft-form";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("installations");
  return { title: t("campaigns.new") };
}

/** Form that drafts a campaign. */
export default async function NewCampaignPage({ params }: PageProps) {
  const place = await params;
  const { t, texts } = await wordsOf("installations");
  const { caller } = await administratorIn(place, "admin");
  const apps = await inBatch(caller, listApps);
  return (
    <>
      <BackTo href={placePath(place, "campaigns")}>{t("campaigns.title")}</BackTo>
      <PageHead title={t("campaigns.new")} about={t("draft.about")} />
      <Card>
        <DraftForm
          texts={texts.draft}
          place={place}
          apps={apps.map(({ id, name }) => ({ value: id, name }))}
        />
      </Card>
    </>
  );
}
