import type { Metadata } from "next";
import { Card, PageHead } from "@/app/dashboard/_parts/parts";
import { requireFreshProof } from "@/app/dashboard/_request/require-fresh-proof";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/apps/app-store";
import { config } from "@/lib/config/config";
import { inTenant } from "@/lib/db";
import { ClientForm } from "./client-form";

export const metadata: Metadata = { title: "New OIDC client" };

/** Registers a relying party. */
export default async function NewClientPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  const { caller, administrator } = await administratorIn(place, "admin");
  await requireFreshProof(administrator);
  const apps = await inTenant(caller, listApps);
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
