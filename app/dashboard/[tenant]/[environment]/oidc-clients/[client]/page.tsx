import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NewSecretForm } from "@/app/dashboard/_parts/new-secret-form";
import { Badge, Card, dangerButton, Empty, PageHead, When } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { readDeliveries } from "@/lib/backchannel-logout/read-deliveries";
import { readOidcClients } from "@/lib/oidc-clients/read-oidc-clients";
import { addClientSecretAction, revokeClientSecretAction } from "../actions";

export const metadata: Metadata = { title: "OIDC client" };

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number];
const tones = { pending: "amber", delivered: "green", failed: "red" } as const;

/** A relying party's settings: its secrets, and whether the logouts that it was sent arrived. */
export default async function ClientPage({
  params,
}: {
  params: Promise<Place & { client: string }>;
}) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const client = (await readOidcClients(caller)).find((found) => found.clientId === place.client);
  if (!client) notFound();
  const deliveries = await readDeliveries(caller, client.id);
  const mayChange = mayActAs(tenant.role, "admin") && !client.revokedAt;
  const failed = deliveries.filter((delivery) => delivery.status === "failed").length;
  return (
    <div className="space-y-10">
      <PageHead title={client.name} about={client.clientId} />
      {failed > 0 && (
        <p
          role="status"
          className="rounded-lg bg-red-50 p-3 text-sm text-red-900 dark:bg-red-950 dark:text-red-200"
        >
          {failed} of the latest {deliveries.length} logouts did not reach this client. Its sessions
          may live on there.
        </p>
      )}
      {client.type === "confidential" && (
        <section aria-labelledby="secrets" className="space-y-4">
          <h2 id="secrets" className="text-lg font-semibold">
            Secrets
          </h2>
          {client.secrets.map((secret) => (
            <Card key={secret.id}>
              <div className="flex flex-wrap items-center justify-between gap-4">
                <p>
                  <span className="font-mono">aocs_{secret.hint}</span>
                  <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">
                    Created <When at={secret.createdAt} /> · last used{" "}
                    <When at={secret.lastUsedAt} />
                  </span>
                </p>
                {mayChange && (
                  <form action={revokeClientSecretAction}>
                    <PlaceFields place={place} />
                    <input type="hidden" name="clientId" value={client.id} />
                    <input type="hidden" name="id" value={secret.id} />
                    <button type="submit" className={dangerButton}>
                      Revoke<span className="sr-only"> secret {secret.hint}</span>
                    </button>
                  </form>
                )}
              </div>
            </Card>
          ))}
          {mayChange && (
            <NewSecretForm label="Client secret" action={addClientSecretAction}>
              <PlaceFields place={place} />
              <input type="hidden" name="clientId" value={client.id} />
            </NewSecretForm>
          )}
        </section>
      )}
      <section aria-labelledby="deliveries" className="space-y-4">
        <h2 id="deliveries" className="text-lg font-semibold">
          Back-channel logouts
        </h2>
        {deliveries.length === 0 ? (
          <Empty title="None yet">
            {client.backchannelLogoutUri
              ? `When a session ends, ${client.backchannelLogoutUri} is told, and what came of it is shown here.`
              : "This client registered no back-channel logout URI."}
          </Empty>
        ) : (
          <ul className="space-y-3">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  return (
    <li className="rounded-xl border border-neutral-200 bg-white p-4 text-sm dark:border-neutral-800 dark:bg-neutral-900">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={tones[delivery.status]}>{delivery.status}</Badge>
        <span>
          Session ended <When at={delivery.createdAt} />
        </span>
        {delivery.nextAttemptAt && delivery.status === "pending" && (
          <span>
            next try <When at={delivery.nextAttemptAt} />
          </span>
        )}
      </p>
      <ol className="mt-2 space-y-1 text-neutral-600 dark:text-neutral-400">
        {delivery.attemptLogs.map((attempt) => (
          <li key={attempt.id}>
            Attempt {attempt.attempt}, <When at={attempt.at} />:{" "}
            {attempt.statusCode ? `answered ${attempt.statusCode}` : (attempt.error ?? "no answer")}{" "}
            in {attempt.durationMs} ms
          </li>
        ))}
      </ol>
    </li>
  );
}
