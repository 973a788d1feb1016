import { placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { network } from "@/lib/kernel/outbound/network";
import { ClientForm } from "./client-form";

export const generateMetadata = titled("connections", "clients.new.title");

/** Form that registers a relying party. */
export default adminPage("connections", async ({ caller, t, texts, place }) => {
  const { uris, clients } = texts;
  const apps = await inBatch(caller, listApps);
  return (
    <>
      <BackTo href={placePath(place, "oidc-clients")}>{t("clients.list.title")}</BackTo>
      <PageHead title={t("clients.new.title")} about={t("clients.new.about")} />
      <Card>
        <ClientForm
          place={place}
          issuer={config().baseUrl}
          takesLoopback={network().takesLoopback === true}
          apps={apps.map(({ id, name }) => ({ id, name }))}
          texts={{ form: clients.new.form, fields: clients.fields, uris }}
        />
      </Card>
    </>
  );
});
