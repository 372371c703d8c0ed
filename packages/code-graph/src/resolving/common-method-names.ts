const names = `
  abort accept acquire as_bytes as_mut as_path as_ref as_slice as_str borrow borrow_mut cloned collect_vec expect_err
  filter_map for_each from_str from_utf8 get_mut into_iter into_inner is_empty is_err is_file is_none is_ok is_some iter_mut
  map_err ok_or or_else starts_with ends_with to_lowercase to_owned to_path_buf to_str to_string_lossy to_string to_vec
  and_then as_micros as_millis as_nanos as_secs checked_add checked_div checked_mul checked_neg checked_rem checked_sub
  from_micros from_millis from_nanos from_secs is_negative is_positive is_zero overflowing_add overflowing_sub rem_euclid
  saturating_add saturating_mul saturating_sub subsec_micros subsec_millis subsec_nanos unsigned_abs wrapping_add wrapping_mul
  wrapping_neg wrapping_sub as_mut_ptr as_ptr as_mut_slice capacity chain chunks chunks_exact cycle dedup drain
  extend_from_slice fold get_or_insert_with get_unchecked into_bytes into_boxed_slice into_string into_vec nth_back offset_from
  partition position push_str reserve_exact resize retain rposition set_len shrink_to_fit skip_while split_at
  split_off swap_remove take_while try_reserve windows
  unwrap_err unwrap_or unwrap_or_default unwrap_or_else with_capacity
  addall addeventlistener append apply assert assign await begin bind build call cancel catch charat
  clear clone close collect commit compare compile concat connect contains containskey copy count create debug decode delete
  describe destroy detach dispose each emit empty encode encode endswith entries equal equals error every exec execute exists
  expect exit extend fetch fill filter finalize finally find findindex first flat flatmap flush foreach format free from
  getattribute getbytes getelementbyid getmessage hasnext getname gettype getvalue group handle hashcode hasown head includes indexof info init
  insert inspect isempty isinstance items iter iterator join keys last length limit listen list load lock lower lstrip
  match matcher merge name next node none notify once open options order parse patch peek poll pop post prepare prev print
  println process publish push query quit raise read readline ready receive record reduce register reject release reload
  remove render repeat replace request reserve require reset resolve respond result resume return reverse rollback rstrip save scan
  search seek select send serialize setdefault setattribute setname setvalue shift show shutdown size skip sleep slice some
  sort splice split start startswith stat status step stop store stream string strip subscribe substring swap sync
  tell test text then throw title tobytes tolist tojson tolower tostring toupper transform trim truncate type unlock unshift
  unsubscribe unwrap update updated upper validate value valueof values verify visit wait walk warn warning wrap write
  writeline yield
`;

/** Lower-case method names of standard libraries and of everybody: on an unknown receiver they say nothing about whose they are. */
export const commonMethodNames: ReadonlySet<string> = new Set(names.split(/\s+/));
