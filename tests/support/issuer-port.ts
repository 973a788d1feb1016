// Must be imported first by a test whose clients use HTTP themselves: the port becomes part of the issuer,
// and the configuration is read while modules load.
import { freePort } from "@/tools/postgres/free-port";

process.env.ATRIUM_BASE_URL = `http://localhost:${await freePort()}`;
