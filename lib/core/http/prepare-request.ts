import type { IncomingMessage, ServerResponse } from "node:http";
import { keepForwarders } from "@/lib/core/http/keep-forwarders";
import { answerUnroutable } from "@/lib/core/http/refuse-unroutable";
import { endOverUnread, isEnding } from "@/lib/core/http/unread-body";
import { notePeerAddress } from "@/lib/kernel/process/peer-address";

/** What an HTTP server calls with each request. */
export type RequestListener<R extends ServerResponse> = (
  request: IncomingMessage,
  response: R,
) => void;

/** What every host does with a request before anything else sees it: it answers those that are for no path, notes the
 *  address that the others came from, and ends the connection of one that is answered before its body was read.
 *  @param respond takes the requests that are left
 *  @param answered hears of the others */
export function preparing<R extends ServerResponse>(
  respond: RequestListener<R>,
  answered: RequestListener<R> = () => {},
): RequestListener<R> {
  keepForwarders();
  return (request, response) => {
    // Its connection said with the answer before that there is no further one.
    if (isEnding(request.socket)) return;
    endOverUnread(request, response);
    const isOver = answerUnroutable(request, response);
    notePeerAddress(request);
    if (isOver) return answered(request, response);
    respond(request, response);
  };
}
