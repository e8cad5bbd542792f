"""What a finished compile did: the compiled model beside what its job asks and its plan says."""
