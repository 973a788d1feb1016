import type { Metadata } from "next";
import { Card } from "@/app/dashboard/_parts/card";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/apps/app-store";
import { config } from "@/lib/config/config";
import { inBatch } from "@/lib/db/batch";
import { ClientForm } from "./client-form";

export const metadata: Metadata = { title: "New OIDC client" };

/** Registers a relying party. */
export default async function NewClientPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
  const apps = await inBatch(caller, listApps);
  return (
    <>
      <PageHead
        title="New OIDC client"
        about="Authorization code with PKCE, for every type of client."
      />
      <Card>
        <ClientForm
          place={place}
          issuer={config().baseUrl}
          apps={apps.map(({ id, name }) => ({ id, name }))}
        />
      </Card>
    </>
  );
}
