"""Prints a hash of the same password by each library, as JSON."""

import base64
import hashlib
import json
import struct

import argon2
import bcrypt
import django
from argon2.low_level import Type, hash_secret, hash_secret_raw
from django.conf import settings
from passlib import hash as passlib
from werkzeug.security import generate_password_hash

PASSWORD = "kelp, mirage and 4 chairs"
settings.configure()
django.setup()
from django.contrib.auth.hashers import PBKDF2PasswordHasher  # noqa: E402


def b64(data):
    return base64.b64encode(data).decode()


def keycloak(algorithm, iterations, salt, key, parameters):
    return json.dumps(
        {
            "type": "password",
            "secretData": json.dumps({"value": b64(key), "salt": b64(salt), "additionalParameters": {}}),
            "credentialData": json.dumps(
                {"hashIterations": iterations, "algorithm": algorithm, "additionalParameters": parameters}
            ),
        }
    )


def asp_net(digest, iterations, salt, key):
    """Version 3: its number, the digest, the iterations, the salt's length, big-endian; the salt; the key."""
    return b64(struct.pack(">BIII", 1, digest, iterations, len(salt)) + salt + key)


salt = b"0123456789abcdef"
raw = PASSWORD.encode()


def argon(kind, version=19):
    return hash_secret(raw, salt, time_cost=3, memory_cost=8192, parallelism=1, hash_len=32, type=kind, version=version).decode()


argon_key = hash_secret_raw(raw, salt, time_cost=5, memory_cost=7168, parallelism=1, hash_len=32, type=Type.ID, version=19)
print(
    json.dumps(
        {
            "argon2id by argon2-cffi": argon(Type.ID),
            "argon2i by argon2-cffi": argon(Type.I),
            "argon2d by argon2-cffi": argon(Type.D),
            "argon2i of version 1.0 by argon2-cffi": argon(Type.I, 16),
            "bcrypt by bcrypt": bcrypt.hashpw(raw, bcrypt.gensalt(6)).decode(),
            "bcrypt of version 2a by bcrypt": bcrypt.hashpw(raw, bcrypt.gensalt(6, prefix=b"2a")).decode(),
            "PBKDF2-SHA1 by passlib": passlib.pbkdf2_sha1.using(rounds=2000).hash(PASSWORD),
            "PBKDF2-SHA256 by passlib": passlib.pbkdf2_sha256.using(rounds=2000).hash(PASSWORD),
            "PBKDF2-SHA512 by passlib": passlib.pbkdf2_sha512.using(rounds=2000).hash(PASSWORD),
            "scrypt by passlib": passlib.scrypt.using(rounds=12, block_size=8).hash(PASSWORD),
            "PBKDF2 by Django": PBKDF2PasswordHasher().encode(PASSWORD, "c2FsdHk", 2000),
            "salted MD5 by Django": passlib.django_salted_md5.hash(PASSWORD),
            "salted SHA-1 by Django": passlib.django_salted_sha1.hash(PASSWORD),
            "scrypt by Werkzeug": generate_password_hash(PASSWORD, "scrypt:4096:8:1"),
            "PBKDF2 by Werkzeug": generate_password_hash(PASSWORD, "pbkdf2:sha256:2000"),
            "{SSHA} by passlib": passlib.ldap_salted_sha1.hash(PASSWORD),
            "{SMD5} by passlib": passlib.ldap_salted_md5.hash(PASSWORD),
            "{SSHA256} by passlib": passlib.ldap_salted_sha256.hash(PASSWORD),
            "{SSHA512} by passlib": passlib.ldap_salted_sha512.hash(PASSWORD),
            "{SHA} by passlib": passlib.ldap_sha1.hash(PASSWORD),
            "PBKDF2-SHA512 of ASP.NET Core Identity": asp_net(
                2, 100_000, salt, hashlib.pbkdf2_hmac("sha512", raw, salt, 100_000, 32)
            ),
            "PBKDF2 of Keycloak": keycloak(
                "pbkdf2-sha512", 2000, salt, hashlib.pbkdf2_hmac("sha512", raw, salt, 2000, 64), {}
            ),
            "argon2 of Keycloak": keycloak(
                "argon2",
                5,
                salt,
                argon_key,
                {"hashLength": ["32"], "memory": ["7168"], "type": ["id"], "version": ["1.3"], "parallelism": ["1"]},
            ),
        },
        indent=2,
    )
)
