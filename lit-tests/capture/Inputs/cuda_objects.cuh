void launch_elsewhere(float *p);
