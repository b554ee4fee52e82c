#error "the runtime's header is the stand-in"
