import type { Metadata } from "next";
import { Card, PageHead } from "@/app/dashboard/_parts/parts";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { config } from "@/lib/config/config";
import { ClientForm } from "./client-form";

export const metadata: Metadata = { title: "New OIDC client" };

/** Registers a relying party. */
export default async function NewClientPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  await administratorIn(place, "admin");
  return (
    <>
      <PageHead
        title="New OIDC client"
        about="Authorization code with PKCE, for every type of client."
      />
      <Card>
        <ClientForm place={place} issuer={config().baseUrl} />
      </Card>
    </>
  );
}
