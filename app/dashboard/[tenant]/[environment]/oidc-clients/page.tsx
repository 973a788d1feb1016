import { AndMore, ClientList } from "@/app/dashboard/_nouns/client-list";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { readOidcClients } from "@/lib/core/oidc-clients/read-oidc-clients";

export const generateMetadata = titled("connections", "clients.list.title");

/** List of the relying parties that sign users in through the hosted pages. */
export default viewerPage("connections", async (request) => {
  const { caller, t } = request;
  return (
    <ClientList
      request={request}
      path="oidc-clients"
      texts="clients.list"
      clients={await readOidcClients(caller)}
      kindOf={({ type }) => t(`clients.type.${type}`)}
      column={[
        t("clients.list.redirectUris"),
        ({ redirectUris }) => (
          <>
            <bdi>{redirectUris[0]}</bdi>
            <AndMore count={redirectUris.length - 1} t={t} />
          </>
        ),
        "min-w-48 wrap-anywhere",
      ]}
    />
  );
});
