import { AndMore, ClientList } from "@/app/dashboard/_nouns/client-list";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { listCredentials } from "@/lib/core/credentials/list-credentials";
import { sections } from "./features";

export const generateMetadata = titled("connections", "credentials.list.title");

/** List of the environment's machine credentials: the scopes and last use of each. */
export default viewerPage("connections", async (request) => {
  const { caller, t, place } = request;
  const credentials = await listCredentials(caller);
  return (
    <ClientList
      request={request}
      path="credentials"
      texts="credentials.list"
      clients={credentials}
      kindOf={({ purpose }) => t(`credentials.purpose.${purpose}`)}
      column={[
        t("credentials.list.scopes"),
        ({ scopes }) => (
          <>
            <bdi dir="ltr" className="font-mono text-xs">
              {scopes.slice(0, 3).join(", ")}
            </bdi>
            <AndMore count={scopes.length - 3} t={t} />
          </>
        ),
        "min-w-40 wrap-anywhere",
      ]}
    >
      {Object.entries(sections).map(([name, Section]) => (
        <Section key={name} caller={caller} base={placePath(place, "credentials")} />
      ))}
    </ClientList>
  );
});
