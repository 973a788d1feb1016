CALL atrium_relate_environment('user_imports');
CALL atrium_relate_environment('user_import_lines');
CALL atrium_relate_environment('user_import_problems');
