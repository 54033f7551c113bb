-- A function with a setting is called for each row, and one without becomes part of the statement: thirds of 3.65 million
-- days were found in 14 seconds, and are found in two. Its body is bound to what it names when it is made, so that no
-- search path is needed.
alter function third_of(date) reset search_path;
