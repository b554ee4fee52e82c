app: cuda_objects.o cuda_elsewhere.o
	$(NVCC) -o $@ $^ -lcudart
%.o: %.cu
	$(CUDA_HOME)/bin/nvcc -std=c++14 -Xcompiler "-fPIC -Wall" -gencode arch=compute_70,code=sm_70 \
		--expt-relaxed-constexpr -rdc=true -dc $< -o $@
