"""Prints the hashes that Werkzeug made before version 3, as JSON."""

import json

from werkzeug.security import generate_password_hash

PASSWORD = "kelp, mirage and 4 chairs"
digests = {"MD5": "md5", "SHA-1": "sha1", "SHA-256": "sha256", "SHA-512": "sha512"}
print(
    json.dumps(
        {f"salted {name} by Werkzeug 2": generate_password_hash(PASSWORD, method) for name, method in digests.items()},
        indent=2,
    )
)
