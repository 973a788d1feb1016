// Must be imported first by a test of a trial on a local network: no https, and no loopback address either.
// The configuration is read while modules load.
process.env.ATRIUM_BASE_URL = "http://atrium.lan:3000";
