import { unscoped } from "@/lib/db/unscoped";
import { upsertForwarder } from "@/lib/platform/forwarder-store";
import { onForwarder } from "@/lib/process/forwarders";
import { logger } from "@/lib/process/logger";

/** Has this process keep in the database which peers send X-Forwarded-For, for the start and `atrium doctor` to tell. No
 *  request waits for it. */
export function keepForwarders(): void {
  onForwarder((forwarder) => {
    upsertForwarder(unscoped, forwarder).catch((error: unknown) =>
      logger.debug({ err: error }, "a peer that forwards was not kept"),
    );
  });
}
