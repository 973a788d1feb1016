import type { Metadata } from "next";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Card } from "@/app/dashboard/_parts/card";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { administratorIn } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/apps/app-store";
import { inBatch } from "@/lib/db/batch";
import { DraftForm } from "./draft-form";

export const metadata: Metadata = { title: "New campaign" };

/** Drafts a campaign. */
export default async function NewCampaignPage({ params }: PageProps) {
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
  const apps = await inBatch(caller, listApps);
  return (
    <>
      <BackTo href={placePath(place, "campaigns")}>Campaigns</BackTo>
      <PageHead
        title="New campaign"
        about="A draft reaches nobody. On its page you see exactly which installations it is for, and confirm."
      />
      <Card>
        <DraftForm place={place} apps={apps.map(({ id, name }) => ({ value: id, name }))} />
      </Card>
    </>
  );
}
