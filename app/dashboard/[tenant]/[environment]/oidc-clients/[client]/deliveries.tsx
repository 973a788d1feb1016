import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Empty } from "@/app/dashboard/_parts/empty";
import { Notice } from "@/app/dashboard/_parts/notice";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import type { readDeliveries } from "@/lib/backchannel-logout/read-deliveries";
import { testLogoutAction } from "../actions";

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number];
const tones = { pending: "amber", delivered: "green", failed: "red" } as const;

interface Props {
  client: { id: string; backchannelLogoutUri: string | null };
  deliveries: Delivery[];
  place: Place;
  mayChange: boolean;
}

/** Whether the logouts that a relying party was sent arrived, and a way to try. */
export function Deliveries({ client, deliveries, place, mayChange }: Props) {
  const failed = deliveries.filter((delivery) => delivery.status === "failed").length;
  return (
    <section aria-labelledby="deliveries" className="space-y-4">
      <h2 id="deliveries" className="text-lg font-semibold">
        Back-channel logouts
      </h2>
      {failed > 0 && (
        <Notice tone="red">
          {failed} of the latest {deliveries.length} logouts did not reach this client. Its sessions
          may live on there.
        </Notice>
      )}
      {mayChange && client.backchannelLogoutUri && (
        <ActionForm
          action={testLogoutAction}
          submit="Send a test"
          tone="quiet"
          className="space-y-3"
        >
          <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
            A test is a real, signed logout token for a session that nobody has: your receiver
            checks it and answers 200, and nobody is signed out.
          </p>
          <PlaceFields place={place} />
          <input type="hidden" name="clientId" value={client.id} />
        </ActionForm>
      )}
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
