-- What PostgreSQL has to know of every table of an environment (20261121081500_place_statistics).
CALL atrium_relate_environment('factors');
CALL atrium_relate_environment('recovery_codes');
CALL atrium_relate_environment('spent_ceremonies');
